import { Component, Suspense, lazy, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useT } from "@/console/i18n/use-t";

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Fetches the code in advance, for the time when the browser is offline. */
  preload: () => void;
}

/**
 * Returns a part of a page whose code is fetched when it is first shown. If the fetch fails, only the part shows an
 * error with a retry button; the surrounding page stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): LazyPart<P> {
  const fetched = () => lazy(async () => ({ default: await load() }));
  let shared = fetched();
  // `lazy` caches a failure permanently.
  const forget = () => {
    shared = fetched();
  };
  function LatePart(props: P) {
    const [Part, setPart] = useState(() => shared);
    return (
      <MissingPart onMissing={forget} onRetry={() => setPart(() => shared)}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </MissingPart>
    );
  }
  const preload = () => {
    load().catch(forget);
  };
  return Object.assign(LatePart, { preload });
}

interface MissingProps {
  children: ReactNode;
  onMissing: () => void;
  onRetry: () => void;
}

class MissingPart extends Component<MissingProps, { isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError(): { isMissing: boolean } {
    return { isMissing: true };
  }

  override componentDidCatch(): void {
    this.props.onMissing();
  }

  override render(): ReactNode {
    if (!this.state.isMissing) return this.props.children;
    const retry = () => {
      this.props.onRetry();
      this.setState({ isMissing: false });
    };
    return <Missing onRetry={retry} />;
  }
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <Alert
      severity="error"
      sx={{ width: "100%" }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {t("console.retry")}
        </Button>
      }
    >
      {t("console.network_error")}
    </Alert>
  );
}
