-- Where a restaurant's tables stand, placed by hand on a sheet of squares. The version grows with each save: whoever saves names the
-- one they saw, so that nobody overwrites a colleague's plan.
CREATE TABLE floor_plans (
    restaurant_id bigint PRIMARY KEY REFERENCES restaurants (id),
    version integer NOT NULL CONSTRAINT floor_plans_version_check CHECK (version >= 1),
    saved_at timestamptz NOT NULL
);

CREATE TABLE floor_plan_tables (
    restaurant_id bigint NOT NULL,
    inventory_item_id bigint NOT NULL,
    x integer NOT NULL CONSTRAINT floor_plan_tables_x_check CHECK (x >= 0),
    y integer NOT NULL CONSTRAINT floor_plan_tables_y_check CHECK (y >= 0),
    width integer NOT NULL CONSTRAINT floor_plan_tables_width_check CHECK (width BETWEEN 3 AND 24),
    height integer NOT NULL CONSTRAINT floor_plan_tables_height_check CHECK (height BETWEEN 3 AND 24),
    shape text NOT NULL CONSTRAINT floor_plan_tables_shape_check CHECK (shape IN ('rectangle', 'round')),
    PRIMARY KEY (restaurant_id, inventory_item_id),
    CONSTRAINT floor_plan_tables_sheet_check CHECK (x + width <= 72 AND y + height <= 72),
    CONSTRAINT floor_plan_tables_plan_fkey FOREIGN KEY (restaurant_id) REFERENCES floor_plans (restaurant_id),
    -- A table that is given up leaves the plan.
    CONSTRAINT floor_plan_tables_item_fkey FOREIGN KEY (restaurant_id, inventory_item_id)
        REFERENCES inventory_items (restaurant_id, id) ON DELETE CASCADE
);
