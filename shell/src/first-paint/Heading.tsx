import './first-paint.css';

interface HeadingProps {
  title: string;
  subtitle?: string | undefined;
}

/** Heading of a page that is still loading, in the position of its later PageHeader. */
export function Heading({ title, subtitle }: HeadingProps) {
  return (
    <div className="tl-first-heading">
      <h1 className="tl-first-title">{title}</h1>
      {subtitle ? <p className="tl-first-subtitle">{subtitle}</p> : null}
    </div>
  );
}
