/** The script of the front page: keeps it true while it is open, reads the chart, and copies its address. */
import { follow } from "./parts/follow.js";
import { readChart } from "./parts/reading.js";

follow();
setTimeout(readChart); // a task of its own, so that a slow phone answers between them

const share = document.querySelector<HTMLAnchorElement>("#share");
share?.addEventListener("click", async (event) => {
  event.preventDefault();
  const usual = share.textContent;
  try {
    await navigator.clipboard.writeText(share.href);
    share.textContent = share.dataset["copied"] ?? "";
    setTimeout(() => {
      share.textContent = usual;
    }, 3000);
  } catch {
    location.href = share.href; // its address is then in the address bar
  }
});
