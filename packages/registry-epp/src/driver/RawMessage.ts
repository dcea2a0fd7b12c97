import type { EppResponse } from "../message/EppResponse.ts"
import { maskSecrets } from "../message/maskSecrets.ts"
import { writeServerMessage } from "../message/writeServerMessage.ts"

/**
 * A message for support: the document as it was understood, trees that nobody understood included, without secrets. The
 * transaction is that of the question, which may be asked again, and no part of the message.
 */
export const rawMessage = (response: EppResponse): string =>
  maskSecrets(writeServerMessage(response)).replace(/<trID>.*?<\/trID>/s, "")
