// A boardgame.io server in memory with one game, for bench/server.py: two players, four pawns each, a track of 51
// places and a die; a turn is one step. Its state has the size of The Whole Nine's, and there is less to compute.

const { Server, Origins } = require('boardgame.io/server');

const PLACES = 51;

const Track = {
  name: 'track',
  setup: ({ random }) => ({
    tiles: Array.from({ length: PLACES }, () => random.D6()),
    pawns: [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
    rows: [[], []],
    plus: [0, 0],
    roll: random.D6(),
  }),
  turn: { minMoves: 1, maxMoves: 1, onBegin: ({ G, random }) => ({ ...G, roll: random.D6() }) },
  moves: {
    step: ({ G, ctx }, pawn) => {
      const seat = Number(ctx.currentPlayer);
      const end = (G.pawns[seat][pawn] + G.roll) % PLACES;
      G.pawns[seat][pawn] = end;
      G.rows[seat].push(G.tiles[end]);
      if (G.rows[seat].length === 3) {
        G.plus[seat] += G.rows[seat].reduce((sum, face) => sum + face, 0) === 9 ? 3 : 0;
        G.rows[seat] = [];
      }
    },
  },
};

const server = Server({ games: [Track], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(running => {
  console.log(`listening on ${running.appServer.address().port}`);
});
