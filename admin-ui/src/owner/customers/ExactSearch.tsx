import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";
import { CustomerPhoneField, noPhone } from "../phone";
import { exactEmail, exactPhone } from "./model/filter";
import type { CustomerFilter } from "./model/filter";
import type { SearchProps } from "./PartialSearch";

/** Searches for the customer with exactly this email address or phone number. */
export function ExactSearch({ filter, onSearch, onClose }: Omit<SearchProps, "groups">) {
  const t = useT();
  const [email, setEmail] = useState(filter.user_email);
  const [phone, setPhone] = useState({ ...noPhone, digits: filter.phone_local_number });
  const search = (found: CustomerFilter | null) => {
    if (found !== null) onSearch(found);
  };
  return (
    <>
      <DialogContent sx={{ display: "grid", gap: 3 }}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            search(exactEmail(email));
          }}
          sx={{ display: "grid", gap: 1, justifyItems: "start", "& > .MuiTextField-root": { width: "100%" } }}
        >
          <TextField
            label={t("customer_search.exact_email")}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" variant="contained">
            {t("customer_search.submit_email")}
          </Button>
        </Box>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (phone.country !== "") search(exactPhone(phone.digits, phone.country));
          }}
          sx={{ display: "grid", gap: 1 }}
        >
          <CustomerPhoneField value={phone} onChange={setPhone} />
          <Button type="submit" variant="contained" sx={{ justifySelf: "start" }}>
            {t("customer_search.submit_phone")}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
      </DialogActions>
    </>
  );
}
