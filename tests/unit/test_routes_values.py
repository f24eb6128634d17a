"""Values of route parameters guessed from literals."""

from __future__ import annotations

from pathlib import Path

from pytest_uibench import constants
from pytest_uibench.subject.routes import candidate_values

from .routing import project

APP = """import { BrowserRouter, Routes, Route } from 'react-router-dom';
export default () => <BrowserRouter><Routes>
<Route path="/product/:slug" element={<P/>}/><Route path="/users/:id" element={<U/>}/><Route
path="/orders/:orderId" element={<O/>}/>
<Route path="/product/new" element={<N/>}/><Route path="/poll/:pollId" element={<V/>}/></Routes></BrowserRouter>;"""


def test_links_come_first_then_fields_of_data_files(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": APP,
        "src/Nav.tsx": "<a href='/product/linen-shirt'/>; <a href='/product/new'/>; <a href={`/product/${x}`}/>;",
        "src/data/products.ts": "export const products = [{ slug: 'wool-hat', id: 4 }, { slug: 'belt', id: "
        "5 }, { slug: 'x y z' }];",
    }
    assert candidate_values(project(tmp_path, files), "slug") == ("linen-shirt", "wool-hat", "belt")


def test_files_about_the_thing_come_first(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": APP,
        "src/Form.tsx": "const fields = [{ id: 'email' }, { id: 'phone' }];",
        "src/data/posts.ts": "export default [{ id: 'p1' }, { id: 'p2' }];",
        "src/mocks/users.json": '[{"id": 11, "name": "A"}, {"id": "12"}]',
    }
    assert candidate_values(project(tmp_path, files), "id") == ("11", "12", "p1")


def test_compound_names_fall_back_to_id(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": APP,
        "src/data/customers.ts": "export default [{ id: 'c1' }, { id: 'c2' }];",
        "src/data/orders.ts": "export const orders: Order[] = [{ id: 'o-1', total: 3 }, { id: 'o-2' }];",
    }
    assert candidate_values(project(tmp_path, files), "orderId")[:2] == ("o-1", "o-2")
    own = {**files, "src/store.ts": "seed({ orderId: 'own' })"}
    assert candidate_values(project(tmp_path / "own", own), "orderId")[0] == "own"


def test_ids_made_at_run_time_have_no_candidates(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": APP,
        "src/poll.ts": "interface Poll { id: string; n: number }\nconst make = () => ({ id: crypto.randomUUID() });",
    }
    assert candidate_values(project(tmp_path, files), "pollId") == ()


def test_at_most_a_few_unusable_texts_dropped_pattern_narrows(tmp_path: Path) -> None:
    long = "y" * (constants.ROUTE_VALUE_LENGTH + 1)
    data = "".join(f"{{ id: 'v{i}' }}," for i in range(20))
    files = {
        "src/App.tsx": APP,
        "src/links.ts": "const a = ['/users/7', '/orders/8'];",
        "src/data.ts": f"export default [{{ id: '{long}' }}, {{ id: 'a/b' }}, {{ id: '' }}, {data}];",
    }
    built = project(tmp_path, files)
    assert candidate_values(built, "id") == ("7", "v0", "v1")
    assert candidate_values(built, "id", pattern="/teams/:id") == ("v0", "v1", "v2")
    assert len(candidate_values(built, "id")) == constants.PARAMETER_GUESSES
