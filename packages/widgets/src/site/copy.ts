/** The script of pages with code to copy. */
import { offerCopies } from "./parts/copy.js";

offerCopies();
