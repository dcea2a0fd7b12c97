import { slice } from "../shared/slice.ts"
import { WebhooksApi } from "./WebhooksApi.ts"
import * as WebhooksHandlers from "./WebhooksHandlers.ts"

export const webhooksSlice = slice([WebhooksApi], WebhooksHandlers.layer)
