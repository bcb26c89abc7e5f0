import { expect, test } from "vitest";
import { attributionText } from "../../src/attribution.js";
import { PUBLISHER } from "../support/views.js";

test("an attribution whose site has a name from right to left ends the name with a mark, and only then", () => {
  expect(attributionText({ ...PUBLISHER, siteName: "موقع القمة" })).toBe(
    "Peak Cycle Index by موقع القمة\u200e · peak.example:8443",
  );
  expect(attributionText({ ...PUBLISHER, siteName: "Größe 峰" })).toBe(
    "Peak Cycle Index by Größe 峰 · peak.example:8443",
  );
});
