// The login page of a closed server: sends the password, or the invitation from the link, then opens the page.

const ENTER = '#enter=';

const form = /** @type {HTMLFormElement} */ (document.getElementById('login'));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('password'));
const said = /** @type {HTMLElement} */ (form.querySelector('[role=alert]'));

/** @param {string} password */
async function enter(password) {
  said.textContent = '';
  try {
    const answer = await fetch(`/api/login?language=${document.documentElement.lang}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
    if (answer.ok) {
      location.reload();
      return;
    }
    said.textContent = (await answer.json()).error;
    field.select();
  } catch {
    said.textContent = form.dataset.offline ?? '';
  }
}

form.addEventListener('submit', event => {
  event.preventDefault();
  enter(field.value);
});

if (location.hash.startsWith(ENTER)) {
  const invitation = location.hash.slice(ENTER.length);
  history.replaceState(null, '', location.pathname + location.search); // keep it out of the browser's history
  enter(invitation);
}
