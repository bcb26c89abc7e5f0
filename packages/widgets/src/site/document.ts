/** The script of `/method` and `/docs`: copies code, and marks the current section in the contents. */
import { markContents } from "./parts/contents.js";
import { offerCopies } from "./parts/copy.js";

offerCopies();
markContents();
