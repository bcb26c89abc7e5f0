import { iframeHeight } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import { get } from "../raw-answer.js";
import { type Running, run } from "../running.js";

const SITE = { baseUrl: new URL("https://peak.example/below"), siteName: 'P & "Q"', indexName: "<Peak>" };

async function oembed({ ask }: Running, url: string, also = "") {
  const answer = await ask(`/oembed?url=${encodeURIComponent(url)}${also}`);
  return { answer, fields: (await answer.json()) as Record<string, unknown> };
}

const sourceIn = (fields: Record<string, unknown>) => /src="([^"]*)"/.exec(String(fields["html"]))?.[1];

describe("oEmbed", () => {
  test("offers the page for frames as rich content, with title, provider and the share card", async () => {
    const running = await run({ config: SITE });
    const { answer, fields } = await oembed(running, "https://peak.example/below/");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(fields).toMatchObject({
      version: "1.0",
      type: "rich",
      title: "<Peak>",
      provider_name: 'P & "Q"',
      provider_url: "https://peak.example/below",
      width: 640,
      height: iframeHeight(640),
      thumbnail_url: "https://peak.example/below/embed/nhci-card.png",
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
    expect(fields["html"]).toMatch(
      /^<iframe src="https:\/\/peak\.example\/below\/embed\/nhci" width="640" height="\d+" title="&lt;Peak&gt;" [^<]*><\/iframe>$/,
    );
  });

  test("takes language and theme from the address", async () => {
    const running = await run({ config: SITE });
    const frame = "https://peak.example/below/embed/nhci";
    for (const [url, source] of [
      ["https://peak.example/below/es", `${frame}?lang=es`],
      ["https://peak.example/below/fr/embed", `${frame}?lang=fr`],
      ["http://peak.example/below/de?x#now", `${frame}?lang=de`],
      [frame, frame],
      [`${frame}?theme=dark&lang=pt&size=lg`, `${frame}?theme=dark&amp;lang=pt`],
    ] as const) {
      expect(sourceIn((await oembed(running, url)).fields)).toBe(source);
    }
  });

  test("shows the share card in that language, and none where it would be larger than the room", async () => {
    const running = await run({ config: SITE });
    const card = "https://peak.example/below/embed/nhci-card.png";
    for (const [also, address] of [
      ["&maxwidth=1200&maxheight=630", `${card}?lang=es`],
      ["&maxwidth=1199", undefined],
      ["&maxheight=629", undefined],
    ] as const) {
      const { fields } = await oembed(running, "https://peak.example/below/es", also);
      expect([fields["thumbnail_url"], "thumbnail_width" in fields]).toEqual([address, address !== undefined]);
    }
  });

  test("keeps to the room there is", async () => {
    const running = await run({ config: SITE });
    const size = async (also: string) => {
      const { width, height } = (await oembed(running, "https://peak.example/below/", also)).fields;
      return [width, height];
    };
    expect(await size("&maxwidth=320")).toEqual([320, iframeHeight(320)]);
    expect(await size("&maxwidth=5000")).toEqual([640, iframeHeight(640)]);
    expect(await size("&maxwidth=100")).toEqual([100, iframeHeight(100)]);
    expect(await size("&maxwidth=320&maxheight=320")).toEqual([320, 320]);
    expect(await size("&maxheight=5000")).toEqual([640, iframeHeight(640)]);
    for (const odd of ["&maxwidth=0", "&maxwidth=-5", "&maxwidth=x", "&maxwidth=1e9", "&maxwidth=&maxheight=%00"]) {
      expect(await size(odd)).toEqual([640, iframeHeight(640)]);
    }
  });

  test("answers as XML too", async () => {
    const { url } = await run({ config: SITE });
    const address = encodeURIComponent("https://peak.example/below/es");
    const { status, headers, bytes } = await get(`${url}/oembed?format=xml&url=${address}`);
    expect([status, headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
    const xml = bytes.toString();
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>\n<version>1\.0<\/version>\n/,
    );
    expect(xml).toContain("<provider_name>P &amp; &quot;Q&quot;</provider_name>");
    expect(xml).toContain("<html>&lt;iframe src=&quot;https://peak.example/below/embed/nhci?lang=es&quot;");
    expect(xml).toMatch(/<\/oembed>\n$/);
  });

  test.each([
    ["?", 400],
    ["?url=", 400],
    ["?url=nonsense", 404],
    ["?url=https://elsewhere.example/below/", 404],
    ["?url=https://peak.example/", 404],
    ["?url=https://peak.example/belowish/", 404],
    ["?url=https://peak.example/below/es/", 404],
    ["?url=https://peak.example/below/docs", 404],
    ["?url=https://peak.example/below/api/public/nhci", 404],
    ["?url=https://user@peak.example:81/below/", 404],
    ["?url=javascript:alert(1)", 404],
    ["?url=https://peak.example/below/&format=yaml", 501],
    ["?format=__proto__", 501],
  ])("refuses %s with %i", async (query, status) => {
    const running = await run({ config: SITE });
    const answer = await running.ask(`/oembed${query}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ ok: false, status });
  });
});
