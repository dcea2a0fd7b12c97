import type { OperationSamples } from "../platform/operationSamples.ts"
import { vanitySetBody } from "./vanitySetBody.ts"

export const samples: OperationSamples = {
  createVanitySet: { body: vanitySetBody("new.example") },
  checkVanitySet: { body: { set_id: "vns_01h455vb4pex5vsknk084sn02q" } },
  updateVanitySet: { body: { renewal_mode: "expire" } },
  assignVanitySet: { body: { vanity_nameserver_set_id: null } }
}
