import { openChart } from "./chart/open-chart.js";
import { mount } from "./shared/mount.js";

mount("#nhci-widget,[data-nhci-widget]", openChart);
