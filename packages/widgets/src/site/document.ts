/** The script of `/method` and `/docs`: copies code, and marks in the contents what is being read. */
import { markContents } from "./parts/contents.js";
import { offerCopies } from "./parts/copy.js";

offerCopies();
markContents();
