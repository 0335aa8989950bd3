// The live table: its state as the server tells it, the connection, and the player's requests.
import { newCommitment } from '../dice/salt.js';
import { Refused, get, post } from '../app/http.js';
import { EMPTY } from './live.js';
import { Connection } from './socket.js';
import { useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { Snapshot } from '../api'
 * @import { App, Live, Wish } from '../types'
 */

/** @typedef {{current: Connection|null}} ConnectionRef */

/** Return the live table. @param {string} id @param {string} language */
export function useLive(id, language) {
  const [live, setLive] = useState(EMPTY);
  const [connected, setConnected] = useState(true);
  const [missing, setMissing] = useState('');
  const link = useRef(/** @type {Connection|null} */ (null));
  useEffect(() => {
    const change = (/** @type {Live} */ now, /** @type {boolean} */ on) => {
      setLive(before => (now.table === null && before.table !== null ? before : now));
      setConnected(on);
    };
    const explain = () =>
      get(`/api/tables/${id}`, { language }).catch(error => {
        if (!(error instanceof Refused) || error.status >= 500) return;
        connection.close();
        setMissing(error.message);
      });
    const connection = new Connection(`/api/tables/${id}/socket?language=${language}`, change, explain);
    link.current = connection;
    return () => connection.close();
  }, [id, language]);
  return { live, connected, missing, link };
}

/**
 * Return the player's requests to the server, and the last error of those outside the socket.
 * @param {App} app
 * @param {Snapshot} message
 * @param {ConnectionRef} link
 */
export function useRequests(app, message, link) {
  const { table, perspective, version } = message;
  const [refused, setRefused] = useState('');
  const refuse = (/** @type {Error} */ error) => setRefused(error.message);
  const open = (/** @type {string} */ id) => app.go(`/table/${id}`);
  const send = (/** @type {Wish} */ wish) => link.current?.request(wish);
  return {
    refused,
    dismiss: () => {
      setRefused('');
      link.current?.clearError();
    },
    move: (/** @type {number} */ move) =>
      perspective !== null && send({ type: 'move', seat: perspective, version, move }),
    undo: () => perspective !== null && send({ type: 'undo', seat: perspective }),
    roll: () => perspective !== null && send({ type: 'roll', seat: perspective }),
    hint: () => perspective !== null && send({ type: 'hint', seat: perspective }),
    takeOver: (/** @type {number} */ seat) => send({ type: 'takeover', seat }),
    lookAs: (/** @type {number} */ seat) => link.current?.lookAs(seat),
    sit: (/** @type {number} */ seat) =>
      post(
        `/api/tables/${table.id}/seats/${seat}`,
        { invite: null, commitment: newCommitment(), by_hand: !app.preferences.autoroll },
        app.language,
      ).then(() => link.current?.reconnect(), refuse),
    playAgain: (/** @type {string|null} */ level) => {
      if (table.rematch_id) open(table.rematch_id);
      else
        post(`/api/tables/${table.id}/rematch`, { level }, app.language).then(
          made => open(made.table),
          refuse,
        );
    },
  };
}
