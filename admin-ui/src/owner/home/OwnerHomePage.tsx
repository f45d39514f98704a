import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import CardContent from "@mui/material/CardContent";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle, PaneSkeleton } from "@/console/ui";

/** Where staff come in: today, and the restaurant's products in the mall. */
export default function OwnerHomePage() {
  const t = useT();
  const { data, session, locale } = usePage<"owner_home">();
  const { today, restaurant_name } = session.restaurant;
  return (
    <>
      <PageTitle title={t("home.title")} />
      <Box sx={{ display: "grid", gap: 4 }}>
        <Paper variant="outlined" sx={{ p: 3, display: "grid", gap: 1.5, justifyItems: "start" }}>
          <Typography variant="h2">{restaurant_name}</Typography>
          <Typography>{t("home.today_lead", { date: formatDate(today, locale) })}</Typography>
          <Button variant="contained" size="large" component={Link} to={paths.day(today)}>
            {t("home.today")}
          </Button>
        </Paper>
        {data.has_products && <Products />}
      </Box>
    </>
  );
}

function Products() {
  const t = useT();
  const { data, isPending, isError } = useQuery({
    queryKey: ["products"],
    queryFn: ({ signal }) => send("GET", "/owners/api/products", { signal }),
  });
  return (
    <Box component="section" aria-labelledby="products">
      <Typography variant="h2" id="products" sx={{ mb: 2 }}>
        {t("home.products")}
      </Typography>
      {isPending && <PaneSkeleton />}
      {isError && <Alert severity="error">{t("home.products_failed")}</Alert>}
      {data?.length === 0 && <Typography color="text.secondary">{t("home.products_empty")}</Typography>}
      {data && data.length > 0 && (
        <Box
          component="ul"
          sx={{
            display: "grid",
            gap: 2,
            gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 15rem), 1fr))",
            listStyle: "none",
            p: 0,
            m: 0,
          }}
        >
          {data.map((product) => (
            <li key={product.page_url}>
              <Product product={product} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Product({ product }: { product: Schemas["Product"] }) {
  const t = useT();
  const { page_url, thumb_image_url, title, store, price } = product;
  return (
    <Card>
      <CardActionArea
        component="a"
        href={page_url}
        target="_blank"
        rel="noopener"
        aria-label={t("home.open_product", { title })}
      >
        <Box sx={{ aspectRatio: "4 / 3", bgcolor: "divider", overflow: "hidden" }}>
          {thumb_image_url !== null && (
            <Box
              component="img"
              src={thumb_image_url}
              alt=""
              loading="lazy"
              sx={{ width: "100%", height: "100%", objectFit: "cover", display: "block" }}
            />
          )}
        </Box>
        <CardContent>
          <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
          <Typography variant="body2" color="text.secondary">
            {store.title}
          </Typography>
          <Typography>{t("console.yen", { amount: price.toLocaleString("ja-JP") })}</Typography>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}
