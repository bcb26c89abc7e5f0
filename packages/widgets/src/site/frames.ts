/**
 * The script of a page with live iframes, which open when they are near the viewport, since each costs 100 ms on a
 * phone.
 */

const opener = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) target.setAttribute("src", `${target.getAttribute("data-src")}`);
      if (isIntersecting) opener.unobserve(target);
    }
  },
  { rootMargin: "200px" },
);
for (const frame of document.querySelectorAll("iframe[data-src]")) opener.observe(frame);
