/**
 * The script of a page with live iframes, which open when they are near the viewport, since each costs 100 ms on a
 * phone.
 */

const opener = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) show(target);
  },
  { rootMargin: "200px" },
);
for (const frame of document.querySelectorAll("iframe[data-src]")) opener.observe(frame);

/** Requests its page. The style sheet hides it, with a picture in its place, as long as it has `data-src`. */
function show(frame: Element): void {
  opener.unobserve(frame);
  frame.addEventListener("load", () => frame.removeAttribute("data-src"), { once: true });
  frame.setAttribute("src", `${frame.getAttribute("data-src")}`);
}
