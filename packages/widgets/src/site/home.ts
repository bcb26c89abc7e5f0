/** The script of the front page: keeps it current while it is open, shows the chart's points, and copies its URL. */
import { follow } from "./parts/follow.js";
import { readChart } from "./parts/reading.js";

follow();
setTimeout(readChart); // a separate task, so that a slow phone responds in between

const share = document.querySelector<HTMLAnchorElement>("#share");
const usual = share?.textContent ?? "";
share?.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens a tab or window
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(share.href);
    share.textContent = share.dataset["copied"] ?? "";
    setTimeout(() => {
      share.textContent = usual;
    }, 3000);
  } catch {
    location.href = share.href; // its URL is then in the address bar
  }
});
