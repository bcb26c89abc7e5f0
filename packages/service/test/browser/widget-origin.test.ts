import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { currentBody, PUBLIC_SITE, servedScript, widgetSite } from "./widget-site.js";

const HOST = "<div data-nhci-badge></div>";

browserSuite("the site that a widget asks", (open) => {
  test.each(["", ' type="module"'])("is the one that served it: a script%s of a fixed version", async (attributes) => {
    const site = await widgetSite();
    const page = await open();
    const tag = `<script${attributes} src="${site.origin}/embed/0.1.0-3f9a1c2e/nhci-badge.js"></script>`;
    await page.goto((await foreignPage({ html: `<body>${HOST}${tag}` })).url);
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
  });

  test.each([
    ["is imported by another script", `<script>import("/mine/nhci-badge.js")</script>`],
    ["was copied to another place", `<script src="/mine/nhci-badge.js"></script>`],
  ])("is the publisher's when it %s", async (_how, tag) => {
    const page = await open();
    await page.route(`${PUBLIC_SITE}/**`, (route) =>
      route.fulfill({ json: currentBody({ score: 12.3 }), headers: { "access-control-allow-origin": "*" } }),
    );
    await page.route("**/mine/*", (route) =>
      route.fulfill({ body: servedScript("nhci-badge.js"), contentType: "text/javascript" }),
    );
    await page.goto((await foreignPage({ html: `<body>${HOST}${tag}` })).url);
    await page.getByText("12.3").waitFor();
  });
});
