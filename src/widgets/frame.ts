import { refreshFrame } from "./frame/refresh.js";
import { tellHeight } from "./frame/tell-height.js";

tellHeight();
refreshFrame();
