import type { Json } from "./json.js";
import type { SourceName } from "./upstream.js";

/** How each source words "too many requests". */
export function tooMany(source: SourceName, message?: string): Json {
  switch (source) {
    case "kraken":
      return { error: [message ?? "EGeneral:Too many requests"] };
    case "binance":
      return {
        code: -1003,
        msg: message ?? "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.",
      };
    case "bitstamp":
      return { status: "error", reason: message ?? "Rate limit exceeded", response_code: "400.002" };
    case "coingecko":
      return {
        status: { error_code: 429, error_message: message ?? "You've exceeded the Rate Limit. Please visit ..." },
      };
    case "coin-metrics":
      return { error: { type: "too_many_requests", message: message ?? "Too many requests." } };
    default:
      return errorBody(source, 429, message ?? "Too many requests");
  }
}

/** How each source words any other error. */
export function errorBody(source: SourceName, status: number, message?: string): Json {
  return status >= 500 ? serverError(source, status, message) : clientError(source, status, message);
}

function serverError(source: SourceName, status: number, message = "Internal server error"): Json {
  switch (source) {
    case "kraken":
      return { error: ["EService:Unavailable"] };
    case "binance":
      return { code: -1007, msg: "Timeout waiting for response from backend server." };
    case "coin-metrics":
      return { error: { type: "internal_server_error", message } };
    case "brk":
      return { error: { type: "unavailable", code: "unavailable", message, doc_url: "/api" } };
    default:
      return commonError(source, status, message);
  }
}

function clientError(source: SourceName, status: number, message = "Request failed"): Json {
  switch (source) {
    case "kraken":
      return { error: ["EGeneral:Invalid arguments"] };
    case "binance":
      return { code: -1121, msg: "Invalid symbol." };
    case "coin-metrics":
      return { error: { type: status === 403 ? "forbidden" : "bad_parameter", message } };
    case "brk": {
      const [type, code] = status === 404 ? ["not_found", "series_not_found"] : ["invalid_request", "parse_error"];
      return { error: { type: type ?? "", code: code ?? "", message, doc_url: "/api" } };
    }
    default:
      return commonError(source, status, message);
  }
}

function commonError(source: SourceName, status: number, message: string): Json {
  if (source === "bitstamp") return { status: "error", reason: message, response_code: `${status}.067` };
  if (source === "coingecko") return { status: { error_code: status, error_message: message } };
  return { error: message };
}

/** How each source says "error" with status 200. */
export function statusError(source: SourceName, message = "something went wrong"): Json {
  if (source === "alternative-me") return { name: "Fear and Greed Index", data: [], metadata: { error: message } };
  if (source === "kraken") return tooMany(source, message);
  return { status: { error_code: "1008", error_message: message, elapsed: 0, credit_count: 0 } };
}
