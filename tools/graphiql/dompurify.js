// What the editor asks of its own copy, answered by the locked package.
import purify from "dompurify";

export default purify;
export const { addHook, isSupported, removeHook, sanitize } = purify;
