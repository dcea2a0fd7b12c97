import { recordData } from "./RecordData.ts"
import { associationFlaws, type TlsAssociation, tlsAssociation } from "./TlsAssociation.ts"

export type Smimea = TlsAssociation

/** The certificate or key of a mail sender (RFC 8162, section 2): the data of TLSA. */
export const smimea = recordData<Smimea>("SMIMEA", tlsAssociation, { refused: associationFlaws })
