import type { ComponentProps } from "react";
import MuiLink from "@mui/material/Link";
import { Link } from "react-router";

type Props = Omit<ComponentProps<typeof MuiLink<typeof Link>>, "component">;

/** A link to a page of the same front end. */
export function AppLink(props: Props) {
  return <MuiLink component={Link} {...props} />;
}
