import { recordData } from "./RecordData.ts"
import { associationFlaws, type TlsAssociation, tlsAssociation } from "./TlsAssociation.ts"

export type Tlsa = TlsAssociation

/** Certificate or key of a TLS server (RFC 6698, section 2). */
export const tlsa = recordData<Tlsa>("TLSA", tlsAssociation, { refused: associationFlaws })
