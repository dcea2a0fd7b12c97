import { EppUri } from "./EppUri.ts"

const head = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<epp xmlns="${EppUri.epp}">`

/** A whole document around the one element that EPP allows in it. Its namespace is the default one: some servers know no other form. */
export const eppDocument = (content: string): string => `${head}${content}</epp>`
