import { expect, test } from "vitest";
import { attributionText } from "../../src/attribution.js";
import { PUBLISHER } from "../support/views.js";

test("an attribution ends the site's name with a mark if the name is right to left, and only then", () => {
  expect(attributionText({ ...PUBLISHER, siteName: "موقع القمة" })).toBe(
    "Peak Cycle Index by موقع القمة\u200e · peak.example:8443",
  );
  expect(attributionText({ ...PUBLISHER, siteName: "Größe 峰" })).toBe(
    "Peak Cycle Index by Größe 峰 · peak.example:8443",
  );
});
