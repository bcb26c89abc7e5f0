import { expect, test } from "vitest";
import { sampleSite } from "../sample-site.js";

const PATH = "/.well-known/security.txt";

test("security.txt says for half a year whom to tell of a weakness, and is 404 where nobody is named", async () => {
  const config = { baseUrl: new URL("https://peak.example/below"), securityContact: "mailto:security@peak.example" };
  expect(await (await sampleSite({ config }).ask(PATH)).text()).toBe(
    "Contact: mailto:security@peak.example\nExpires: 2027-05-20T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://peak.example/below/.well-known/security.txt\n",
  );
  expect((await sampleSite().ask(PATH)).status).toBe(404);
});
