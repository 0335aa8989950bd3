// The bot of bot.py in JavaScript: node examples/server_bot.mjs http://localhost:8009 TABLE [INVITATION].

/** Draw on as long as there is a field to enter: stop only when nothing else is left. */
function choose(moves) {
  const drawing = moves.filter(move => move !== 'stop' && move !== 'pass');
  const possible = drawing.length ? drawing : moves;
  return possible[Math.floor(Math.random() * possible.length)];
}

/** What the server answers; an Error with its reason if it refuses. */
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
  const open = (await ask(address, token)).seats.find(({ kind }) => kind === 'open');
  if (!open) throw new Error('no seat is open at this table');
  const { seat } = open;
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
  console.log(view.result ? view.result.says : 'the table was closed');
}

const given = process.argv.slice(2);
try {
  if (given.length < 2) throw new Error('server_bot.mjs http://localhost:8009 TABLE [INVITATION]');
  await play(...given);
} catch (error) {
  console.error(error.cause ? `${given[0]}: ${error.cause.message || error.cause.code}` : error.message);
  process.exitCode = 1;
}
