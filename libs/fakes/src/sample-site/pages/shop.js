const { bigMb } = document.documentElement.dataset;
const load = (address) => fetch(address).then((response) => response.json());

customElements.define(
  'seller-badge',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML =
        '<style>img{height:22px;vertical-align:middle}</style><img src="/img/seller-badge.png" alt="金牌卖家">';
    }
  },
);

// The page asks for the time once and lets the clock run on by itself.
load('/api/time.json').then(({ now }) => {
  const ahead = now - Date.now();
  const show = () => {
    document.querySelector('#clock').textContent = new Date(Date.now() + ahead)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
  };
  show();
  setInterval(show, 1000);
});

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    target.src = target.dataset.src;
  }
});
for (const image of document.querySelectorAll('img[data-src]')) seen.observe(image);

const feedSteps = 5;
let step = 0;
let busy = false;
const atEnd = new IntersectionObserver(async (entries) => {
  if (!entries.at(-1).isIntersecting || busy || step === feedSteps) return;
  busy = true;
  step += 1;
  const { title, price, image } = await load(`/api/feed/${step}.json`);
  const item = document.createElement('article');
  item.className = 'feed-item';
  item.innerHTML = `<img src="${image}" alt=""><div><h3></h3><p class="price">¥<b></b></p></div>`;
  item.querySelector('h3').textContent = title;
  item.querySelector('b').textContent = price;
  document.querySelector('#feed').append(item);
  await item.querySelector('img').decode();
  busy = false;
  atEnd.unobserve(end);
  if (step === feedSteps) end.textContent = '没有更多了 That is all';
  else atEnd.observe(end);
});
const end = document.querySelector('#end');
atEnd.observe(end);

function leaveConsent() {
  document.querySelector('#cookie-consent').remove();
}
document.querySelector('#reject-cookies').addEventListener('click', leaveConsent);
document.querySelector('#accept-cookies').addEventListener('click', () => {
  const thanks = new Image(200, 200);
  thanks.src = '/img/after-consent.png';
  document.querySelector('footer').append(thanks);
  leaveConsent();
});

async function swallow(address) {
  const reader = (await fetch(address)).body.getReader();
  while (!(await reader.read()).done);
}

addEventListener('load', () => {
  navigator.serviceWorker?.register('/service-worker.js');
  window.open('/popup/coupon', 'coupon', 'width=420,height=320');
  if (Number(bigMb) > 5) swallow(`/big/${bigMb}.bin`);
  setTimeout(() => {
    load('/api/stock.json').then(({ stock }) => {
      document.querySelector('#stock').textContent = `${stock} 件`;
    });
    const request = new XMLHttpRequest();
    request.open('GET', '/api/sold.json');
    request.addEventListener('load', () => {
      document.querySelector('#sold').textContent = JSON.parse(request.responseText).sold.toLocaleString();
    });
    request.send();
  }, 1500);
});
