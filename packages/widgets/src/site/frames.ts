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
for (const poster of document.querySelectorAll(".poster")) opener.observe(poster);

/** Opens the iframe below its picture, which is removed when it has loaded. */
function show(poster: Element): void {
  opener.unobserve(poster);
  poster.append(poster.querySelector("template")?.content ?? "");
  poster.querySelector("iframe")?.addEventListener("load", () => poster.querySelector("picture")?.remove());
}
