import './first-paint.css';

interface HeadingProps {
  title: string;
  subtitle?: string | undefined;
}

/** A page's heading, where the page will put it (PageHeader), until the page is here. */
export function Heading({ title, subtitle }: HeadingProps) {
  return (
    <div className="tl-first-heading">
      <h1 className="tl-first-title">{title}</h1>
      {subtitle ? <p className="tl-first-subtitle">{subtitle}</p> : null}
    </div>
  );
}
