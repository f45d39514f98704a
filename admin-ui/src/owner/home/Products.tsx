import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import CardContent from "@mui/material/CardContent";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { PaneSkeleton } from "@/console/ui";

/** Lists the restaurant's takeaway and delivery products in the mall. */
export function Products() {
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
          <Typography>{yen(price)}</Typography>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}
