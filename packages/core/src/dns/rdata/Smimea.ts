import { recordData } from "./RecordData.ts"
import { associationFlaws, type TlsAssociation, tlsAssociation } from "./TlsAssociation.ts"

export type Smimea = TlsAssociation

/** Certificate or key of a mail sender (RFC 8162, section 2). Has the data of TLSA. */
export const smimea = recordData<Smimea>("SMIMEA", tlsAssociation, { refused: associationFlaws })
