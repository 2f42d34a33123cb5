/** A stand-in for the page of a bank that asks the buyer to confirm a payment (3-D Secure challenge). */
const CODE = '123456';

const code = document.getElementById('code');
const end = (outcome) => window.parent.postMessage({ challenge: outcome }, '*');

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (code.value.trim() === CODE) return end('passed');
  document.querySelector('.wrong').textContent = 'This code is not right.';
  code.setAttribute('aria-invalid', 'true');
  code.select();
});
document.getElementById('cancel').addEventListener('click', () => end('cancelled'));
code.focus();
