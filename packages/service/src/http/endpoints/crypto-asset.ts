/** The endpoints where crypto is offered: what takes `?asset=crypto` says so, and the widgets' data have its days. */
import { ASSETS } from "peak-cycle-drawing";
import { type Endpoint, queryParameter } from "../endpoint.js";
import { embedData, embedDataWithCrypto } from "./embed-data.js";
import { frame } from "./frame.js";
import { badgePng, badgeSvg, chartPng, chartSvg } from "./pictures.js";

/** @returns the same list where the site does not offer it */
export function offered(endpoints: readonly Endpoint[], { cryptoAsset }: { readonly cryptoAsset: boolean }) {
  return cryptoAsset ? endpoints.map((each) => WITH_CRYPTO.get(each) ?? each) : endpoints;
}

const WITH_CRYPTO = new Map([
  [embedData, embedDataWithCrypto],
  ...[frame, badgeSvg, badgePng, chartSvg, chartPng].map((each) => [each, withAsset(each)] as const),
]);

function withAsset({ api, ...endpoint }: Endpoint): Endpoint {
  const asset = queryParameter("asset", ASSETS, "btc");
  return api ? { ...endpoint, api: { ...api, parameters: [asset, ...(api.parameters ?? [])] } } : endpoint;
}
