import { serviceBinding, type Svcb } from "./Svcb.ts"

export type Https = Svcb

/** How a web origin is reached (RFC 9460, section 9): the data of SVCB. */
export const https = serviceBinding("HTTPS")
