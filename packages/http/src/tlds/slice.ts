import { slice } from "../shared/slice.ts"
import { TldsApi } from "./TldsApi.ts"
import * as TldsHandlers from "./TldsHandlers.ts"

export const tldsSlice = slice([TldsApi], TldsHandlers.layer)
