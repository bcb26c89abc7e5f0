import { test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { currentBody, PUBLIC_SITE, servedScript } from "./widget-site.js";

const HOST = "<div data-nhci-badge></div>";

browserSuite("the site that a widget asks", (open) => {
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
