/** Kind of the intents of inbound transfers. */
export const transferKind = "domain.transfer"
