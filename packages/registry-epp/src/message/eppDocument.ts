import { EppUri } from "./EppUri.ts"

const head = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<epp xmlns="${EppUri.epp}">`

/**
 * A document with its single element. The namespace of EPP is the default namespace, because some servers accept no
 * prefix.
 */
export const eppDocument = (content: string): string => `${head}${content}</epp>`
