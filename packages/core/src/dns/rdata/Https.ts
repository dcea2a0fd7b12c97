import { serviceBinding, type Svcb } from "./Svcb.ts"

export type Https = Svcb

/** Service binding of a web origin (RFC 9460, section 9). Has the data of SVCB. */
export const https = serviceBinding("HTTPS")
