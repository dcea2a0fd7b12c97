import { slice } from "../shared/slice.ts"
import { ApprovalsApi } from "./ApprovalsApi.ts"
import * as ApprovalsHandlers from "./ApprovalsHandlers.ts"

export const approvalsSlice = slice([ApprovalsApi], ApprovalsHandlers.layer)
