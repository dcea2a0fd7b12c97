import { slice } from "../shared/slice.ts"
import { ContactsApi } from "./ContactsApi.ts"
import * as ContactsHandlers from "./ContactsHandlers.ts"

export const contactsSlice = slice([ContactsApi], ContactsHandlers.layer)
