/** The endpoints where crypto is offered: what takes `?asset=crypto` says so, and the widgets' data have its days. */
import { type Endpoint, queryParameter } from "../endpoint.js";
import { embedData, embedDataWithCrypto } from "./embed-data.js";
import { frame } from "./frame.js";
import { badgePng, badgeSvg, chartPng, chartSvg } from "./pictures.js";

/** @returns the same list where the site does not offer it */
export function offered(endpoints: readonly Endpoint[], { cryptoAsset }: { readonly cryptoAsset: boolean }) {
  return cryptoAsset
    ? endpoints.map((each) => (each === embedData ? embedDataWithCrypto : withAsset(each)))
    : endpoints;
}

const TAKE_AN_ASSET = [frame, badgeSvg, badgePng, chartSvg, chartPng];

const ASSET = queryParameter("asset", ["btc", "crypto"], "btc");

function withAsset(endpoint: Endpoint): Endpoint {
  const { api } = endpoint;
  if (api === undefined || !TAKE_AN_ASSET.includes(endpoint)) return endpoint;
  return { ...endpoint, api: { ...api, parameters: [ASSET, ...(api.parameters ?? [])] } };
}
