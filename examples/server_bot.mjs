// The bot of bot.py in JavaScript: node examples/server_bot.mjs http://localhost:8009 TABLE [INVITATION].

/** Draw on as long as there is a field to enter: stop only when nothing else is left. */
function choose(moves) {
  const drawing = moves.filter(move => move !== 'stop' && move !== 'pass');
  const possible = drawing.length ? drawing : moves;
  return possible[Math.floor(Math.random() * possible.length)];
}

/** What the server answers. */
async function ask(address, token = '', body = undefined) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}

/** Take the first open seat and play to the end. */
async function play(server, table, invite = null) {
  const { token } = await ask(`${server}/api/players`, '', { name: 'Twenty Lines' });
  const address = `${server}/api/tables/${table}`;
  const { seat } = (await ask(address, token)).seats.find(({ kind }) => kind === 'open');
  let view = await ask(`${address}/seats/${seat}`, token, { invite });
  while (view.table.status !== 'over') {
    if (view.view?.offers.length) {
      const move = choose(view.view.offers.map(({ text }) => text));
      view = await ask(`${address}/moves`, token, { seat, move });
    } else {
      await new Promise(resume => setTimeout(resume, 200));
      view = await ask(address, token);
    }
  }
  console.log(view.result.says);
}

await play(...process.argv.slice(2));
